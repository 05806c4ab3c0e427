/** Puts a value on a line of its own; its button is level with the label above. */
const belowItsButton = (value: string) => `
.account ${value} { grid-column: 1 / -1; margin-block-start: 0.25rem; }
.account div:has(${value}) .copy { grid-row: 1; }`

/**
 * The style sheet of the pages of an order. On phones the links to apps come first; on other screens the code to scan
 * does.
 */
export const ORDER_PAGE_STYLES = `
:root {
  color-scheme: light dark;
  --page: #f2f3f6; --surface: #fff; --sunken: #f5f6f9; --line: #d8dbe4; --control-line: #767d92;
  --ink: #171a26; --ink-soft: #4d5468; --action: #1f4bd8; --action-over: #183cae; --action-ink: #fff;
  --good: #13693c; --bad: #a8101f;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0c0e14; --surface: #161a24; --sunken: #1e232f; --line: #343b4d; --control-line: #8f98b0;
    --ink: #eef0f6; --ink-soft: #b4bccd; --action: #b3c5ff; --action-over: #d2dcff; --action-ink: #0d1a45;
    --good: #86dcae; --bad: #ffa7ab;
  }
}
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  display: grid; grid-template: auto 1fr auto / minmax(0, 1fr); margin: 0; min-block-size: 100vh; min-block-size: 100dvh; background: var(--surface); color: var(--ink);
  font: 400 1rem/1.45 system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif;
}
header { inline-size: 100%; max-inline-size: 30rem; margin-inline: auto; padding: 1rem 1rem 0; text-align: end; }
.test-mode {
  display: inline-block; margin: 0; padding: 0.25rem 0.75rem; border: 1px solid currentColor; border-radius: 2rem; font-size: 0.8125rem;
  font-weight: 550; line-height: 1.3; color: var(--ink-soft);
}
footer { grid-row: 3; padding: 0 1rem 1.5rem; }
.languages { display: flex; flex-wrap: wrap; justify-content: center; gap: 0.25rem 0.5rem; margin: 0; padding: 0; list-style: none; }
.languages a { display: block; padding: 0.375rem 0.5rem; font-size: 0.875rem; color: var(--ink-soft); }
.languages [aria-current] { font-weight: 620; color: var(--ink); text-decoration: none; }
main { grid-row: 2; align-self: start; inline-size: 100%; max-inline-size: 30rem; margin-inline: auto; padding: 1.25rem 1rem 1.5rem; }
h1 { margin: 0 0 0.875rem; font-size: 1.375rem; line-height: 1.25; text-wrap: balance; }
h2 { margin: 1.5rem 0 0.5rem; font-size: 1.0625rem; }
p { margin: 0 0 0.75rem; text-wrap: pretty; }
dl { margin: 0; }
dd { margin: 0; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
.summary {
  display: grid; grid-template-columns: auto 1fr; align-items: baseline; gap: 0.25rem 1rem; margin-block-end: 1.25rem;
  padding: 0.75rem 0.875rem;
  background: var(--sunken); border: 1px solid var(--line); border-radius: 0.5rem;
}
.summary dt { color: var(--ink-soft); }
.summary dd { text-align: end; text-wrap: balance; font-weight: 600; }
.summary .amount { font-size: 1.1875rem; font-weight: 700; }
.ways { display: flex; flex-direction: column; gap: 1.25rem; margin-block-end: 1.25rem; }
.apps { display: grid; gap: 0.5rem; margin: 0; padding: 0; list-style: none; }
.code { text-align: center; }
.qr { display: block; inline-size: min(100%, 15rem); margin: 0 auto 0.75rem; border: 1px solid var(--line); border-radius: 0.5rem; }
.account { margin-block-end: 1.25rem; border: 1px solid var(--line); border-radius: 0.5rem; }
.account > div {
  display: grid; grid-template-columns: 1fr auto; align-items: center; gap: 0 0.75rem; padding: 0.5rem 0.875rem;
}
.account > div + div { border-block-start: 1px solid var(--line); }
.account dt { color: var(--ink-soft); font-size: 0.875rem; grid-column: 1; }
.account .value { grid-column: 1; font-weight: 600; }
.account .copy { grid-column: 2; grid-row: 1 / span 2; }
.account :is(.long, .longer) { font-size: 0.9375rem; }
${belowItsButton('.longer')}
button, .button {
  display: inline-grid; place-items: center; min-block-size: 2.75rem; padding: 0.375rem 1rem; border: 1px solid var(--control-line);
  border-radius: 0.5rem; background: transparent; color: var(--ink); font: inherit; font-weight: 600; text-decoration: none;
  text-align: center; cursor: pointer;
}
button[hidden] { display: none; }
button:hover, .button:hover { background: var(--sunken); }
.copy button { min-inline-size: 5.5rem; font-size: 0.875rem; }
.button.primary { border-color: transparent; background: var(--action); color: var(--action-ink); }
.button.primary:hover { background: var(--action-over); }
.soft { color: var(--ink-soft); }
.ends { display: grid; gap: 0.5rem; }
.apps .button, .ends form, .ends button, .ends .button { inline-size: 100%; }
.ends button { border-color: transparent; font-weight: 400; text-decoration: underline; text-underline-offset: 0.2em; }
a { color: inherit; text-underline-offset: 0.2em; }
:focus-visible { outline: 3px solid var(--action); outline-offset: 2px; }
.ended { align-self: center; text-align: center; }
.ended svg { inline-size: 3.5rem; block-size: 3.5rem; margin: 0 auto 0.75rem; color: var(--bad); }
.ended .approved { color: var(--good); }
.visually-hidden {
  position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap;
}
@media (max-width: 22rem) { ${belowItsButton('.long')} }
@media (hover: hover) and (pointer: fine) and (min-width: 40rem) {
  .both .apps { order: 1; }
  .both .primary { border-color: var(--control-line); background: transparent; color: var(--ink); }
  .both .primary:hover { background: var(--sunken); }
}
@media (min-width: 40rem) {
  header { padding-inline: 0; }
  body { background: var(--page); }
  main:not(.ended) {
    margin-block: 2.5rem; padding: 2rem; background: var(--surface); border: 1px solid var(--line); border-radius: 0.875rem;
  }
}
@media (forced-colors: active) { button, .button { border-color: ButtonText; } }
`
