/** The address where a sign-in begins; the browser returns with a session. */
export const SIGN_IN = '/portal/login'

/** Returns the address of a sign-in that ends with a change of the user's password, passkey or authenticator app. */
export const changeOf = (change: string) => `${SIGN_IN}?change=${change}`
