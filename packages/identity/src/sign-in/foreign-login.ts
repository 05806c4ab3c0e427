/** Who a foreign identity provider says that a person is. */
export interface ForeignAccount {
  readonly issuer: string
  /** `sub`. */
  readonly subject: string
  /** Null unless the provider has verified it. */
  readonly email: string | null
  readonly authenticatedAtMs: number
}

/** What has to be known again when the browser comes back from the provider. */
export interface ForeignJourney {
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
}

/** Another OpenID Connect provider in place of a password. */
export interface ForeignLogin {
  /** What the button says. */
  readonly name: string
  /**
   * Null when the provider cannot be reached.
   *
   * @param isFresh - the person has to sign in there anew, however lately that was done.
   */
  begin(
    redirectUri: string,
    isFresh: boolean,
  ): Promise<{ readonly url: string; readonly journey: ForeignJourney } | null>
  /** Null when the provider did not confirm who it is. */
  complete(returned: URL, journey: ForeignJourney): Promise<ForeignAccount | null>
}
