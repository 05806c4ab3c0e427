import { PAGE_STYLES } from '../../pages/page.styles.ts'

/** The wallet has its own colors in the common layout, because it is neither bank nor provider, and a list of cards. */
export const SHEET_STYLES = `${PAGE_STYLES}
:root {
  --page: #f1eef6; --sunken: #f7f5fb; --line: #dcd5ea; --control-line: #7c7193; --ink: #1d1530; --ink-soft: #574c70;
  --brand: #2b1f4a; --copper: #d9a45c; --badge-ink: #ffe3bf;
  --action: #4a2f9e; --action-over: #371f80; --focus: #4a2f9e;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0d0a16; --surface: #171226; --sunken: #201935; --line: #3a3057; --control-line: #9a8fb8;
    --ink: #f2effb; --ink-soft: #bfb5d8; --brand: #281d46;
    --action: #c7b5ff; --action-over: #dccfff; --action-ink: #1b1038; --focus: #ffc487;
  }
}
fieldset { border: 0; margin: 0 0 1rem; padding: 0; min-inline-size: 0; }
legend { padding: 0; margin-block-end: 0.375rem; font-weight: 600; }
.options { display: grid; gap: 0.375rem; }
.options label {
  display: grid; grid-template-columns: auto auto 1fr; align-items: center; gap: 0 0.75rem; margin: 0;
  min-block-size: 3rem; padding: 0.375rem 0.75rem; border: 1px solid var(--control-line); border-radius: 0.5rem;
  font-weight: 400; cursor: pointer;
}
.options label:hover { background: var(--sunken); }
.options label:has(:checked) { border-color: var(--action); background: var(--sunken); box-shadow: inset 0 0 0 1px var(--action); }
.options label:has(:focus-visible) { outline: 3px solid var(--focus); outline-offset: 2px; }
.options input { inline-size: 1.125rem; min-block-size: 1.125rem; margin: 0; padding: 0; accent-color: var(--action); outline: none; }
.options .art { inline-size: 2.25rem; block-size: 1.5rem; border-radius: 0.25rem; display: block; }
.options b { display: block; font-weight: 620; }
.options small { display: block; color: var(--ink-soft); font-size: 0.8125em; }
.options .address { grid-template-columns: auto 1fr; }
.passcode { display: grid; grid-template-columns: 1fr 8rem; align-items: center; gap: 0 0.75rem; }
.passcode[hidden] { display: none; }
.passcode label { margin: 0; align-self: end; }
.passcode input { grid-area: 1 / 2 / 3; text-align: center; letter-spacing: 0.4em; text-indent: 0.4em; }
.passcode .soft { align-self: start; }
.primary:disabled { opacity: 0.6; cursor: default; }
.errors { display: grid; gap: 0.375rem; margin-block: 0.375rem 0.5rem; }
.errors button { text-align: start; min-block-size: 2.5rem; font-weight: 500; }
/* The way out is always in sight, and with it the passcode, however long the list of cards; a low window scrolls as a whole. */
.last { padding-block: 0.625rem; background: var(--surface); }
.last .buttons { margin-block: 0.75rem 0; }
@media (min-height: 34rem) {
  html { scroll-padding-block-end: 10rem; }
  .last { position: sticky; inset-block-end: 0; border-block-start: 1px solid var(--line); }
}
.note { margin-block: 0.5rem 0.25rem; }
@media (forced-colors: active) { .options label:has(:checked) { border: 2px solid Highlight; } }
`
