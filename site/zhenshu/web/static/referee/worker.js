// Runs the referee in a module worker. Only this file knows that MicroPython runs it.
//
// Each message asks for one answer, `{id, kind, …}`, and is answered by one, `{id, …}`; what they
// hold stands in site/zhenshu/sandbox/api.py. The first answer, `{ready: true}`, is not asked for;
// `{ready: false, error: {message}}` is the only one if the referee cannot be loaded.

const LIBRARY = "/lib";
const FACTS = "/faceoff.json";

const ready = load().then(
  (answer) => {
    postMessage({ ready: true });
    return answer;
  },
  (error) => postMessage({ ready: false, error: { message: String(error.message ?? error) } }),
);

onmessage = async ({ data: { id, ...request } }) => {
  const answer = await ready;
  if (answer) postMessage({ id, ...reply(answer, request) });
};

/** What the referee answers; a failure of its own is an answer too. */
function reply(answer, request) {
  try {
    return JSON.parse(answer(JSON.stringify(request)));
  } catch (error) {
    return { error: { message: String(error.message ?? error), failed: true } };
  }
}

/** The function that answers a request, both as JSON. */
async function load() {
  const [python, modules, facts] = await Promise.all([
    import("./micropython-1.27.0/micropython.js").then(({ loadMicroPython }) => loadMicroPython()),
    file("engine.json").then((response) => response.json()),
    file("faceoff.json").then((response) => response.arrayBuffer()),
  ]);
  const encoder = new TextEncoder(); // much quicker than what the runtime does with texts
  for (const [path, source] of Object.entries(modules)) write(python.FS, path, encoder.encode(source));
  python.FS.writeFile(FACTS, new Uint8Array(facts));
  python.runPython(`from zhenshu.sandbox.api import Referee\nreferee = Referee(open("${FACTS}").read())`);
  return python.globals.get("referee").answer;
}

/** A file beside this one. The browser asks whether it has changed, so that all files agree. */
async function file(name) {
  const response = await fetch(new URL(name, import.meta.url), { cache: "no-cache" });
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response;
}

/** Write a module below the library, making its folders. */
function write(files, path, source) {
  const whole = `${LIBRARY}/${path}`;
  files.mkdirTree(whole.slice(0, whole.lastIndexOf("/")));
  files.writeFile(whole, source);
}
