import { find } from './find.ts'

/** Opens and closes the menu where the screen is too narrow to show it always. */
export function setUpMenu(): void {
  const button = find('.menu-button', HTMLButtonElement)
  button.addEventListener('click', () => {
    const isOpen = button.getAttribute('aria-expanded') === 'true'
    button.setAttribute('aria-expanded', String(!isOpen))
  })
  // The current page is in the middle of a long menu.
  const menu = find('.menu', HTMLElement)
  const current = menu.querySelector<HTMLElement>('[aria-current]')
  if (current) menu.scrollTop = current.offsetTop - menu.clientHeight / 2
}
