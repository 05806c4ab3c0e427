/** The texts of the portal's sign-in pages. */
export interface SignInTexts {
  /** The kind of installation, above every page. */
  readonly environments: Readonly<Record<'test' | 'production', string>>
  readonly title: string
  readonly email: string
  readonly password: string
  readonly withPasskey: string
  readonly withProvider: string
  readonly help: string
  readonly wrong: string
  readonly locked: string
  readonly busy: string
  readonly codeTitle: string
  readonly code: string
  readonly codeHint: string
  readonly confirm: string
  readonly wrongCode: string
  readonly passkeyRefused: string
  readonly authenticatorTitle: string
  readonly authenticatorText: string
  readonly authenticatorPicture: string
  readonly authenticatorKey: string
  readonly authenticatorCode: string
  readonly passkeyTitle: string
  readonly passkeyText: string
  readonly passkeyAdd: string
  /** On the page that sets up a second factor, which ends all other sign-ins. */
  readonly endsOtherSignIns: string
  readonly recoveryTitle: string
  readonly recoveryText: string
  readonly next: string
  readonly welcomeTitle: string
  readonly welcomeText: string
  readonly name: string
  readonly nameMissing: string
  readonly newPassword: string
  readonly passwordHint: string
  readonly passwordProblems: Readonly<
    Record<'too_short' | 'too_long' | 'too_simple' | 'too_common' | 'no_digit' | 'like_email', string>
  >
  readonly changePasswordTitle: string
  readonly overTitle: string
  readonly overText: string
  readonly linkTitle: string
  readonly linkText: string
  readonly refusedTitle: string
  readonly refusedText: string
  readonly signedOutTitle: string
  readonly signedOutText: string
  readonly startAgain: string
  readonly providerUnknown: string
  readonly providerFailed: string
}
