/** The identity that a foreign identity provider reports. */
export interface ExternalAccount {
  readonly issuer: string
  /** `sub`. */
  readonly subject: string
  /** The e-mail address; null unless the provider has verified it. */
  readonly email: string | null
  readonly authenticatedAtMs: number
}

/** The data that is needed again when the browser returns from the provider. */
export interface ExternalJourney {
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
}

/** Another OpenID Connect provider in place of a password. */
export interface ExternalLogin {
  /** The label of the button. */
  readonly name: string
  /**
   * Returns null if the provider is unreachable.
   *
   * @param isFresh - the person must sign in there again, however recent the last sign-in is.
   */
  begin(
    redirectUri: string,
    isFresh: boolean,
  ): Promise<{ readonly url: string; readonly journey: ExternalJourney } | null>
  /** Returns null if the provider did not confirm the identity. */
  complete(returned: URL, journey: ExternalJourney): Promise<ExternalAccount | null>
}
