/** The patterns of webhook secrets and client secrets. */
const SECRET_FORMS = /\b(?:whsec|whsk)_[A-Za-z0-9+/=]+|\bBearer [\w.~+/-]+=*/g

/** Removes secrets from a text: the known ones, and everything that matches a pattern. */
export function hideSecrets(text: string, known: readonly (string | null)[]): string {
  return known
    .flatMap((secret) => (secret === null || secret === '' ? [] : [secret]))
    .reduce((shown, secret) => shown.replaceAll(secret, '[hidden]'), text)
    .replaceAll(SECRET_FORMS, '[hidden]')
}
