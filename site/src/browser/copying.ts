import { announce, find } from './find.ts'

/** How long a button says that it has copied. */
const THANKS_MS = 2_000

/** The page as Markdown, and each sample, into the clipboard. */
export function setUpCopying(): void {
  const page = find('.copy-page', HTMLButtonElement)
  copyOnClick(page, async () => {
    const answer = await fetch(page.dataset['markdown'] ?? '')
    if (!answer.ok) throw new Error(`the Markdown of this page answers ${answer.status}`)
    return answer.text()
  })
  for (const sample of document.querySelectorAll('pre')) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'copy-sample'
    button.textContent = 'Copy'
    const text = sample.textContent
    copyOnClick(button, () => Promise.resolve(text))
    const frame = document.createElement('div')
    frame.className = 'sample'
    sample.replaceWith(frame)
    frame.append(sample, button)
  }
}

function copyOnClick(button: HTMLButtonElement, read: () => Promise<string>): void {
  const name = button.textContent
  const say = (text: string) => {
    button.textContent = text
    announce(text)
    setTimeout(() => (button.textContent = name), THANKS_MS)
  }
  button.addEventListener('click', () => {
    read()
      .then((text) => navigator.clipboard.writeText(text))
      .then(
        () => say('Copied'),
        () => say('Not copied'),
      )
  })
}
