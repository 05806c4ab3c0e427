/** Before the page is drawn: takes the reader's theme, and shows what needs a script. */
const { classList, dataset } = document.documentElement
classList.add('has-script')
const theme = localStorage.getItem('theme')
if (theme === 'light' || theme === 'dark') dataset['theme'] = theme
