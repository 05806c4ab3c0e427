# A client for Sluice in one file, of the standard library alone. It needs Ruby 3.0 or later.
# frozen_string_literal: true

require 'json'
require 'net/http'
require 'openssl'
require 'securerandom'

# Access token

class Sluice
  USER_AGENT = 'lantern-shop/1.0' # Your shop's name. A request without User-Agent is an empty 403.
  TIMEOUT_SECONDS = 40 # The gateway waits up to 35 seconds for a provider.

  # The gateway refused the request, and nothing happened. The message has its answer.
  class Refused < StandardError
    attr_reader :status

    def initialize(answer)
      super("#{answer.code} #{answer.body}")
      @status = answer.code.to_i
    end
  end

  # No answer came. Repeat the call with the same key, or ask for the status. Never start a second payment.
  class OutcomeUnknown < StandardError; end

  def initialize(env = ENV)
    @env = env
    @mutex = Mutex.new
    @token_ends = @keys_end = 0
  end

  # Reuses the token until 30 seconds before it expires.
  def access_token
    @mutex.synchronize do
      return @token if now < @token_ends

      realm = "#{@env.fetch('SLUICE_AUTH_URL')}/realms/#{@env.fetch('SLUICE_REALM')}"
      request = Net::HTTP::Post.new(URI("#{realm}/protocol/openid-connect/token"))
      request.set_form_data(
        grant_type: 'client_credentials',
        client_id: @env.fetch('SLUICE_CLIENT_ID'),
        client_secret: @env.fetch('SLUICE_CLIENT_SECRET')
      )
      answer = exchange(request)
      raise Refused, answer unless answer.is_a?(Net::HTTPOK)

      grant = JSON.parse(answer.body)
      @token_ends = now + grant['expires_in'] - 30
      @token = grant['access_token']
    end
  end

  # Requests

  NO_ANSWER = [SystemCallError, SocketError, IOError, Timeout::Error, OpenSSL::SSL::SSLError, Net::HTTPBadResponse].freeze

  # Returns the JSON of the answer. Repeats a request without an answer, under the same idempotency key.
  def call(method, path, body = nil, key: SecureRandom.uuid)
    data = body && JSON.generate(body)
    problem = nil
    3.times do |attempt|
      pause = 2**attempt
      begin
        answer = exchange(request_of(method, path, data, key))
        status, retry_after = answer.code.to_i, answer['Retry-After'].to_i
        return JSON.parse(answer.body) if status < 400

        problem = "HTTP #{status}"
        pause = retry_after if retry_after.positive?
        if status == 401
          @token_ends = pause = 0
        # 409 with Retry-After: the first request is still being processed.
        elsif status < 500 && status != 429 && retry_after.zero?
          raise Refused, answer
        end
      rescue *NO_ANSWER => e
        problem = e.message
      end
      sleep(pause) if attempt < 2
    end
    raise OutcomeUnknown, "#{method} #{path}: #{problem}"
  end

  private

  def request_of(method, path, data, key)
    request = Net::HTTP.const_get(method.capitalize).new(URI(@env.fetch('SLUICE_BASE_URL') + path))
    request['Authorization'] = "Bearer #{access_token}"
    return request if data.nil?

    request['Content-Type'] = 'application/json'
    request['Idempotency-Key'] = key
    request.body = data
    request
  end

  def exchange(request)
    request['User-Agent'] = USER_AGENT
    uri = request.uri
    options = { use_ssl: uri.scheme == 'https', open_timeout: 10, read_timeout: TIMEOUT_SECONDS, max_retries: 0 }
    Net::HTTP.start(uri.hostname, uri.port, options) { |http| http.request(request) }
  end

  def now = Process.clock_gettime(Process::CLOCK_MONOTONIC)

  # Seal a card

  public

  # Seals each field for one payment: compact JWE, ECDH-ES with A256GCM (RFC 7516, RFC 7518).
  def seal_card(number:, month:, year:, cvv:)
    if now >= @keys_end
      @keys = call('GET', '/api/encryption-keys')['keys']
      @keys_end = now + 3600
    end
    seconds = Time.now.to_i
    key = @keys.find { |one| one['alg'] == 'ECDH-ES' && one['nbf'] <= seconds && seconds < one['exp'] }
    raise 'there is no ECDH-ES key that is valid now' if key.nil?

    {
      'encrypted_card_number' => number,
      'encrypted_expiration_month' => month.to_i.to_s, # without a leading zero
      'encrypted_expiration_year' => year,
      'encrypted_cvv' => cvv
    }.to_h { |field, value| [field, Sluice.seal_field(key, field, value, seconds)] }
  end

  def self.seal_field(key, field, value, seconds)
    ephemeral = OpenSSL::PKey::EC.generate('prime256v1')
    point = ephemeral.public_key.to_octet_string(:uncompressed)
    header = {
      alg: 'ECDH-ES',
      enc: 'A256GCM',
      kid: key['kid'],
      typ: 'pgw-field+jwe',
      fld: field,
      iat: seconds,
      epk: { kty: 'EC', crv: 'P-256', x: base64url(point[1, 32]), y: base64url(point[33, 32]) }
    }
    protected_header = base64url(JSON.generate(header))
    their_point = "\x04".b + from_base64url(key['x']) + from_base64url(key['y'])
    shared = ephemeral.dh_compute_key(OpenSSL::PKey::EC::Point.new(ephemeral.group, OpenSSL::BN.new(their_point, 2)))
    # Concat KDF, RFC 7518 section 4.6.2: one round, no party information, 256 bits.
    info = "#{[7].pack('N')}A256GCM#{[0, 0, 256].pack('N3')}"
    cipher = OpenSSL::Cipher.new('aes-256-gcm').encrypt
    cipher.key = OpenSSL::Digest::SHA256.digest([1].pack('N') + shared + info)
    nonce = cipher.random_iv
    cipher.auth_data = protected_header
    sealed = cipher.update(value) + cipher.final
    [protected_header, '', base64url(nonce), base64url(sealed), base64url(cipher.auth_tag)].join('.')
  end

  def self.base64url(data) = [data].pack('m0').tr('+/', '-_').delete('=')

  def self.from_base64url(text) = text.tr('-_', '+/').unpack1('m')

  # Verify a webhook

  TOLERANCE_SECONDS = 300

  # Returns the event, or nil. `body` is the bytes as they arrived; there are two secrets while one replaces the other.
  def self.verify_webhook(id:, timestamp:, signatures:, body:, secrets:, now: Time.now.to_i)
    return unless timestamp.to_s.match?(/\A\d{1,12}\z/) && (now - timestamp.to_i).abs <= TOLERANCE_SECONDS

    signed = "#{id}.#{timestamp}.".b + body.b
    is_ours = secrets.any? do |secret|
      mac = OpenSSL::HMAC.digest('SHA256', secret.delete_prefix('whsec_').unpack1('m'), signed)
      expected = "v1,#{[mac].pack('m0')}"
      signatures.to_s.split.any? { |given| OpenSSL.secure_compare(expected, given) }
    end
    JSON.parse(body) if is_ours
  end
end
