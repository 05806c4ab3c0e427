/**
 * A private key as JSON Web Key (RFC 7517, 7518, 8037): P-256, RSA or Ed25519. Written out, for not every project that runs
 * on a server has the types of browsers. What is a number of the key is base64url.
 */
export interface PrivateJwk {
  /** The type: `EC`, `RSA` or `OKP`. */
  readonly kty?: string
  /** The curve: `P-256` or `Ed25519`; none of RSA. */
  readonly crv?: string
  /** Names the key to the gateway, among several of the client. */
  readonly kid?: string
  /** The operations of the key according to tools; ignored. */
  readonly alg?: string
  /** As `alg`. */
  readonly use?: string
  /** As `alg`. */
  readonly key_ops?: string[]
  /** Whether tools may export it; the client never does. */
  readonly ext?: boolean
  /** The private value. */
  readonly d?: string
  /** The public point, or its first coordinate. */
  readonly x?: string
  /** The second coordinate; of P-256 alone. */
  readonly y?: string
  /** The modulus of RSA. */
  readonly n?: string
  /** The public exponent of RSA. */
  readonly e?: string
  /** The first prime of RSA. */
  readonly p?: string
  /** The second prime of RSA. */
  readonly q?: string
  /** The private exponent for the first prime. */
  readonly dp?: string
  /** The private exponent for the second prime. */
  readonly dq?: string
  /** The second prime's inverse. */
  readonly qi?: string
}
