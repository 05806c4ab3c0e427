/** Runs before the page is drawn: applies the reader's theme, and shows the controls that need a script. */
const { classList, dataset } = document.documentElement
classList.add('has-script')
const theme = localStorage.getItem('theme')
if (theme === 'light' || theme === 'dark') dataset['theme'] = theme
