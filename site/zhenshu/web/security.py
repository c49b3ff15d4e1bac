"""What the pages may load and who may frame them. No page needs anything from another host."""

from flask import Response

_POLICY = {
    "default-src": "'self'",
    # The rules engine runs in WebAssembly.
    "script-src": "'self' 'wasm-unsafe-eval'",
    "img-src": "'self' data:",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
}
# The policy as a meta element, for file hosts that send no headers of ours. It cannot carry
# frame-ancestors: browsers read that from the header alone.
META_POLICY = "; ".join(f"{name} {value}" for name, value in _POLICY.items())
POLICY = f"{META_POLICY}; frame-ancestors 'none'"


def protect(response: Response) -> Response:
    """Send the policy with every answer."""
    response.headers["Content-Security-Policy"] = POLICY
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Referrer-Policy"] = "strict-origin-when-cross-origin"
    return response
