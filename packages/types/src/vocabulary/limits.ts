/**
 * Every limit of the contract. Text lengths count Unicode code points. Each name ends in its unit, and each value has
 * a reason.
 */
export const LIMITS = {
  // Field lengths. A terminal id is `T` and 11 digits today; the range leaves room for other issuers of ids.
  TERMINAL_ID_MIN_CHARS: 5,
  TERMINAL_ID_MAX_CHARS: 20,
  // Sessions, cards, the local scheme and redirects: what acquirers print on a statement line fits 40.
  REFERENCE_MAX_CHARS: 40,
  // Payments and payouts go through bank rails with longer references.
  PAYMENT_REFERENCE_MAX_CHARS: 80,
  DESCRIPTION_MAX_CHARS: 255,
  PAYMENT_DESCRIPTION_MAX_CHARS: 100,
  CURRENCY_CHARS: 3,
  COUNTRY_CHARS: 2,
  BLIK_CODE_DIGITS: 6,
  EMAIL_MAX_CHARS: 512,
  NAME_MAX_CHARS: 255,
  ADDRESS_MEMBER_MAX_CHARS: 255,
  // Every browser and proxy forwards URLs of this length.
  URL_MAX_CHARS: 2048,
  // EMV 3DS allows the notification URL 256 characters.
  NOTIFICATION_URL_MAX_CHARS: 256,
  // EMV 3DS element lengths of browserUserAgent, browserAcceptHeader and browserLanguage.
  USER_AGENT_MAX_CHARS: 2048,
  ACCEPT_HEADER_MAX_CHARS: 2048,
  LANGUAGE_MAX_CHARS: 35,
  // EMV 3DS: browserScreenHeight and browserScreenWidth have at most six digits.
  SCREEN_MAX_PIXELS: 999_999,
  // The time zones of the Earth lie between UTC+14 and UTC−12; the sign is that of `Date.getTimezoneOffset`.
  TIME_ZONE_OFFSET_MIN_MINUTES: -840,
  TIME_ZONE_OFFSET_MAX_MINUTES: 720,
  // EMV 3DS: threeDSSessionData.
  THREE_DS_SESSION_DATA_MAX_CHARS: 1024,
  METADATA_MAX_KEYS: 50,
  METADATA_KEY_MAX_CHARS: 40,
  METADATA_VALUE_MAX_CHARS: 500,
  IDEMPOTENCY_KEY_MAX_CHARS: 255,
  ACCOUNT_NAME_MAX_CHARS: 100,

  // Money. Twelve digits fit every acquirer's field; zero moves nothing.
  INSTALLMENTS_MIN: 2,
  INSTALLMENTS_MAX: 48,
  AMOUNT_MIN_MINOR: 1,
  AMOUNT_MAX_MINOR: 999_999_999_999,
  // Beyond it a request is a mistake, and the rows of one authorization stay countable.
  CAPTURES_MAX_PER_AUTHORIZATION: 50,
  // Increments and extensions together.
  CHANGES_MAX_PER_AUTHORIZATION: 50,

  // Requests. A card request is about 2 KiB; a wallet token, the largest member, may be 16 KiB.
  BODY_MAX_BYTES: 65_536,
  // Providers send several events in one body.
  CALLBACK_MAX_BYTES: 1_048_576,
  HEADERS_MAX_BYTES: 16_384,
  REQUEST_URL_MAX_BYTES: 2048,
  // Two addresses of 2,048 characters, sealed and in base64url, are 5,600 bytes; proxies accept 8 KiB by default.
  RETURN_URL_MAX_BYTES: 8192,
  WALLET_TOKEN_MAX_BYTES: 16_384,
  // The deepest documented request has five levels; deeper ones only try the parser.
  JSON_DEPTH_MAX_LEVELS: 20,
  JSON_MAX_KEYS: 500,

  // Sealed card fields. A day lets a merchant's queue run through a night; five minutes tolerate a wrong clock.
  ENVELOPE_MAX_AGE_SECONDS: 86_400,
  ENVELOPE_CLOCK_SKEW_SECONDS: 300,
  // The wire form of the longest field is under 300 characters; the rest is room for a JWE header.
  ENVELOPE_MAX_CHARS: 4096,
  ENCRYPTION_KEY_ROTATION_DAYS: 90,
  ENCRYPTION_KEYS_MAX_AGE_SECONDS: 3600,
  PAN_MIN_DIGITS: 12,
  PAN_MAX_DIGITS: 19,
  CVV_DIGITS: 3,
  CVV_AMEX_DIGITS: 4,
  // Mastercard’s out of a device wallet are 19 bytes long, Visa’s 20, others up to 40.
  CRYPTOGRAM_MIN_BYTES: 19,
  CRYPTOGRAM_MAX_BYTES: 40,

  // Time for a person. An hour covers finding the card; ten minutes and five seconds are those of the 3DS rules.
  SESSION_LIFETIME_SECONDS: 3600,
  FINGERPRINT_TIMEOUT_SECONDS: 5,
  AUTHENTICATION_REQUEST_TIMEOUT_SECONDS: 10,
  CHALLENGE_TIMEOUT_SECONDS: 600,
  RESULT_REQUEST_GRACE_SECONDS: 30,
  CONTINUATION_LIFETIME_SECONDS: 1800,
  CONTINUATION_LOOKUP_DAYS: 30,
  REDIRECT_IDLE_TIMEOUT_SECONDS: 900,
  BANK_TRANSFER_LIFETIME_DAYS: 3,
  AUTHORIZATION_LIFETIME_DAYS: 7,
  REFUND_WINDOW_DAYS: 365,

  // Payment links. A month is what an invoice allows; a printed code is renewed once a year. A million is a season's ticket sale.
  PAYMENT_LINK_LIFETIME_DEFAULT_DAYS: 30,
  PAYMENT_LINK_LIFETIME_MAX_DAYS: 365,
  PAYMENT_LINK_USES_MAX: 1_000_000,

  // Rounds. More than one extra challenge is a loop; five further providers is what a customer waits for.
  ADDITIONAL_CHALLENGES_MAX_PER_ATTEMPT: 1,
  FALLBACK_RETRIES_DEFAULT: 5,
  PAYMENT_SUBMISSIONS_MAX_PER_SESSION: 6,

  // Access tokens: stolen ones expire soon, refresh tokens live as long as a batch run.
  ACCESS_TOKEN_LIFETIME_SECONDS: 300,
  REFRESH_TOKEN_LIFETIME_SECONDS: 1800,
  ACCESS_TOKEN_CLOCK_SKEW_SECONDS: 30,

  // Rates, token buckets: sustained per second and how much may come at once.
  API_RATE_PER_SECOND: 50,
  API_BURST_REQUESTS: 100,
  TOKEN_RATE_PER_SECOND: 10,
  TOKEN_BURST_REQUESTS: 20,
  // Guessing a secret ten times a minute is guessing, and waiting a minute makes it hopeless.
  TOKEN_FAILURES_MAX_PER_MINUTE: 10,
  TOKEN_FAILURE_BLOCK_SECONDS: 60,
  CLIENT_RATE_PER_SECOND: 5,
  CLIENT_BURST_REQUESTS: 20,
  STATUS_RATE_PER_SECOND: 10,
  // A provider that catches up after an outage of its own.
  CALLBACK_RATE_PER_SECOND: 200,

  // Webhooks: receivers slower than this retry on their side anyway; 300 s is the tolerance of Standard Webhooks.
  WEBHOOK_TIMEOUT_SECONDS: 15,
  WEBHOOK_TOLERANCE_SECONDS: 300,
  WEBHOOK_MAX_ATTEMPTS: 10,
  // The waits between attempts: 75 hours outlast a weekend's outage.
  WEBHOOK_RETRY_DELAYS_SECONDS: [0, 5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400],
  // Deliveries that failed together do not come back together.
  WEBHOOK_RETRY_JITTER_PERCENT: 10,
  WEBHOOK_FAILING_DAYS_UNTIL_DISABLED: 5,
  WEBHOOK_SECRET_ROTATION_SECONDS: 86_400,
  // The stored part of a receiver's response: enough for an error message, too little for a page of personal data.
  WEBHOOK_RESPONSE_EXCERPT_MAX_BYTES: 1024,
  // A day's events of a busy shop in one call, and still one statement of a second; a longer range goes in pieces.
  WEBHOOK_REPLAY_MAX_DELIVERIES: 10_000,
  // This is five pages of the list; 500 ids are 20 KiB.
  WEBHOOK_REPLAY_MAX_IDS: 500,
  // Fault injection: as long as a receiver may be down before the third retry.
  WEBHOOK_LABORATORY_DELAY_MAX_SECONDS: 3600,

  // A merchant's team with the portal open, and some programs; each stream holds a socket of one process.
  EVENT_STREAMS_PER_MERCHANT_MAX: 32,
  // Well below a minute, after which common proxies close a connection that is silent.
  EVENT_STREAM_HEARTBEAT_SECONDS: 15,

  // Idempotency keys outlive every retry a merchant's job queue makes.
  IDEMPOTENCY_KEY_LIFETIME_DAYS: 30,

  // Lists.
  PAGE_SIZE_DEFAULT: 20,
  PAGE_SIZE_MAX: 100,
  // Refunds of a cent each and a receiver that fails for days: what a person reads stays on a page, and its queries bounded.
  TIMELINE_ENTRIES_PER_KIND_MAX: 100,

  // Risk rules: more of them would be read at each payment, a longer window counts more rows; entries of a block list are
  // held in memory by each process.
  RISK_RULES_MAX: 20,
  RISK_WINDOW_MAX_MINUTES: 43_200,
  RISK_BLOCKED_MAX: 1000,

  // Simulators.
  SIMULATED_DELAY_MAX_MS: 30_000,
  SIMULATED_CALLBACK_DELAY_SECONDS: 3,
  // A forgotten fault ends the same day.
  SANDBOX_FAULT_MAX_SECONDS: 86_400,
  // A year reaches every stored deadline; more is a typing mistake.
  CLOCK_ADVANCE_MAX_SECONDS: 31_622_400,
} as const
