/** What signs webhooks, and what proves a client, in any answer. */
const SECRET_FORMS = /\b(?:whsec|whsk)_[A-Za-z0-9+/=]+|\bBearer [\w.~+/-]+=*/g

/** Takes secrets out of a text: those that are known, and everything that has the form of one. */
export function hideSecrets(text: string, known: readonly (string | null)[]): string {
  return known
    .flatMap((secret) => (secret === null || secret === '' ? [] : [secret]))
    .reduce((shown, secret) => shown.replaceAll(secret, '[hidden]'), text)
    .replaceAll(SECRET_FORMS, '[hidden]')
}
