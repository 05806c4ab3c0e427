/** The style of every sign-in page: one column that fits 320 px, in the system's preferred colours. */
export const SIGN_IN_STYLE = `
:root{color-scheme:light dark;--edge:#6b7280;--accent:#1d4ed8;--on-accent:#fff;--problem:#b91c1c;--quiet:#4b5563;font:16px/1.5 system-ui,sans-serif;background:Canvas;color:CanvasText}
@media (prefers-color-scheme:dark){:root{--edge:#9ca3af;--accent:#93c5fd;--on-accent:#111827;--problem:#fca5a5;--quiet:#d1d5db}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1.5rem 1rem}
main{width:100%;max-width:24rem;overflow-wrap:anywhere}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 1.25rem}
p{margin:0 0 1rem}
form{margin:0 0 1rem}
label{display:block;font-weight:600;margin:0 0 .25rem}
input{font:inherit;width:100%;min-height:44px;padding:.5rem .75rem;border:1px solid var(--edge);border-radius:.5rem;background:Canvas;color:CanvasText}
button,.button{font:inherit;font-weight:600;display:block;width:100%;min-height:44px;padding:.5rem 1rem;border-radius:.5rem;border:1px solid var(--accent);background:var(--accent);color:var(--on-accent);text-align:center;text-decoration:none;cursor:pointer}
.second,a.button{background:transparent;color:var(--accent)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.hint{display:block;font-size:.875rem;color:var(--quiet);margin:.25rem 0 0}
.problem{color:var(--problem);font-weight:600}
.picture svg{display:block;width:12rem;max-width:100%;height:auto;background:#fff;border-radius:.5rem}
.codes{display:grid;grid-template-columns:repeat(auto-fit,minmax(12rem,1fr));gap:.25rem;padding:0;list-style:none}
code{font:1rem ui-monospace,monospace}
[hidden]{display:none}
`
