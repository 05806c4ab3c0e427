import { find } from './find.ts'

const isDark = () => {
  const { theme } = document.documentElement.dataset
  return theme === undefined ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark'
}

/** The button names the theme that it leads to. */
export function setUpThemes(): void {
  const button = find('.theme-button', HTMLButtonElement)
  const show = () => (button.textContent = isDark() ? 'Light' : 'Dark')
  button.addEventListener('click', () => {
    const theme = isDark() ? 'light' : 'dark'
    document.documentElement.dataset['theme'] = theme
    localStorage.setItem('theme', theme)
    show()
  })
  show()
}
