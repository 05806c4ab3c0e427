// Values for the bank that only the page can measure. `collectBrowserInfo` of the SDK does the same for those who
// bundle.
const form = document.forms.namedItem('pay') ?? document.querySelector('form')
const fields = {
  color_depth: screen.colorDepth,
  screen_height: screen.height,
  screen_width: screen.width,
  time_zone_offset: new Date().getTimezoneOffset(),
}
for (const [name, value] of Object.entries(fields)) {
  const input = form?.elements.namedItem(name)
  if (input instanceof HTMLInputElement) input.value = String(value)
}
// A double click sends one form; the server makes one payment of two all the same.
form?.addEventListener('submit', (event) => {
  if (form.dataset['sent'] === 'yes') event.preventDefault()
  form.dataset['sent'] = 'yes'
})
addEventListener('pageshow', () => delete form?.dataset['sent'])
