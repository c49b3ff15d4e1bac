// Runs the referee in a module worker. Only this file knows that MicroPython runs it.
//
// Each message asks for one answer, `{id, kind, …}`, and is answered by one, `{id, …}`; what they
// hold stands in site/zhenshu/sandbox/api.py. The first answer, `{ready: true}`, is not asked for;
// `{ready: false, error: {message}}` is the only one if the referee cannot be loaded.

import { loadMicroPython } from "./micropython-1.27.0/micropython.js";

const LIBRARY = "/lib";

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
  const [python, modules, data] = await Promise.all([
    loadMicroPython(),
    file("engine.json").then((response) => response.json()),
    file("faceoff.json").then((response) => response.text()),
  ]);
  for (const [path, source] of Object.entries(modules)) write(python.FS, path, source);
  python.runPython("from zhenshu.sandbox.api import Referee");
  return python.globals.get("Referee")(data).answer;
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
