/** The address where a sign-in begins; the browser returns with a session. */
export const SIGN_IN = '/portal/login'

/** Where a sign-in begins that ends with a change of what the person signs in with. */
export const changeOf = (change: string) => `${SIGN_IN}?change=${change}`
