/**
 * A neutral style that fits any shop: system fonts, light and dark, nothing loaded. Frames have the sizes of EMV 3DS.
 */
export const PAGE_STYLE = `
:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{margin:0;min-height:100vh;min-height:100dvh;display:grid;place-items:center;box-sizing:border-box;padding:1rem}
main{width:100%;display:grid;justify-items:center;gap:1rem;text-align:center}
h1{font-size:1.25rem;line-height:1.3;margin:0}
p{margin:0;max-width:34rem}
form{margin:0}
form[name=bank],form[name=next]{display:contents}
button,a.button{box-sizing:border-box;display:inline-block;font:inherit;min-height:44px;padding:.6rem 1.25rem;border:1px solid currentColor;border-radius:.5rem;background:transparent;color:inherit;text-decoration:none;cursor:pointer}
:focus-visible{outline:3px solid Highlight;outline-offset:2px}
iframe.hidden{position:absolute;inset:0 auto auto 0;width:1px;height:1px;border:0;visibility:hidden}
iframe.bank{box-sizing:border-box;max-width:100%;border:1px solid #8888;border-radius:.5rem;background:#fff;color-scheme:light}
.size-01{width:252px;height:402px}
.size-02{width:392px;height:402px}
.size-03{width:502px;height:602px}
.size-04{width:602px;height:402px}
.size-05{width:100%;height:calc(100dvh - 10rem);min-height:402px}
`
