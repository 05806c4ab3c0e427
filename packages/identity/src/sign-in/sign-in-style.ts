/** The style of every sign-in page: one column that fits 320 px, in the colours of the portal, light or dark as the system prefers. */
export const SIGN_IN_STYLE = `
:root{color-scheme:light dark;--page:#f6f7f9;--card:#fff;--line:#d4d9e0;--ink:#16191d;--edge:#6b7280;--accent:#1d4ed8;--on-accent:#fff;--accent-ground:#eaf0fe;--test:#7a4a00;--test-ground:#fdf1dc;--problem:#b91c1c;--quiet:#4b5563;font:16px/1.5 system-ui,sans-serif;background:var(--page);color:var(--ink)}
@media (prefers-color-scheme:dark){:root{--page:#111418;--card:#1a1f26;--line:#39424e;--ink:#e9edf2;--edge:#9ca3af;--accent:#8fb4ff;--on-accent:#0b1530;--accent-ground:#1b2a4a;--test:#f4c56b;--test-ground:#35280f;--problem:#fca5a5;--quiet:#d1d5db}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1.5rem 1rem}
main{width:100%;max-width:27rem;overflow-wrap:anywhere;padding:1.5rem;border:1px solid var(--line);border-radius:.75rem;background:var(--card)}
.brand{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center;margin:0 0 1.5rem;font-size:1.25rem;font-weight:700}
.logo{flex:none;width:2rem;height:2rem;fill:var(--accent)}
.logo path{fill:none;stroke:var(--on-accent);stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
.environment{margin-left:auto;padding:.125rem .5rem;border-radius:99px;font-size:.8125rem;font-weight:400}
.test{background:var(--test-ground);color:var(--test)}
.production{background:var(--accent-ground);color:var(--accent)}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 1.25rem}
p{margin:0 0 1rem}
form{margin:0 0 1rem}
label{display:block;font-weight:600;margin:0 0 .25rem}
input{font:inherit;width:100%;min-height:44px;padding:.5rem .75rem;border:1px solid var(--edge);border-radius:.5rem;background:var(--card);color:inherit}
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
