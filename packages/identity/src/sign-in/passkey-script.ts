/**
 * The script of a passkey page: it calls the browser's API, puts the answer into the form and submits it. Browsers
 * without the JSON forms of WebAuthn Level 3 do not see the form.
 */
export const PASSKEY_SCRIPT = `
for (const form of document.querySelectorAll('form[data-verb]')) {
  const { verb, options } = form.dataset
  const known = globalThis.PublicKeyCredential
  const parse = verb === 'create' ? known?.parseCreationOptionsFromJSON : known?.parseRequestOptionsFromJSON
  if (!parse) continue
  form.hidden = false
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const problem = form.querySelector('[role=alert]')
    problem.hidden = true
    const publicKey = parse.call(known, JSON.parse(options))
    navigator.credentials[verb]({ publicKey }).then(
      (credential) => {
        form.elements.credential.value = JSON.stringify(credential)
        form.submit()
      },
      () => { problem.hidden = false },
    )
  })
}
`
