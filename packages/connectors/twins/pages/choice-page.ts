/** The question to a person at a bank, or in the app of a payment method. */
export interface Choice {
  readonly title: string
  readonly line: string
  /** The target of the form, which sends `choice` `approve` or `decline`. */
  readonly action: string
}

/** Renders the page of a bank, or of a payment method, with two buttons. */
export function choicePage({ title, line, action }: Choice): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
body { margin: 10vh auto; max-width: 26rem; padding: 0 1rem }
button { font: inherit; padding: .6rem 1.2rem; margin-right: .5rem }
</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${line}</p>
<p>No money moves here: this page stands in for the bank or app in tests.</p>
<form method="post" action="${action}">
<button name="choice" value="approve">Approve</button>
<button name="choice" value="decline">Decline</button>
</form>
</main>
</body>
</html>
`
}
