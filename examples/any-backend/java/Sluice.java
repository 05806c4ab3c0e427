import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.math.BigInteger;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPublicKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import javax.crypto.Cipher;
import javax.crypto.KeyAgreement;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** A client for Sluice in one file. It needs Java 17 or later, and Jackson, because Java has no JSON of its own. */
public final class Sluice {
  // Access token

  /** Your shop's name. Java's default does not identify it, and a request without one gets an empty 403. */
  private static final String USER_AGENT = "lantern-shop/1.0";

  /** The gateway waits up to 35 seconds for a provider. */
  private static final Duration TIMEOUT = Duration.ofSeconds(40);

  static final ObjectMapper JSON = new ObjectMapper();

  /** The gateway refused the request, and nothing happened. The message has its answer. */
  public static final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1L;
    public final int status;

    Refused(HttpResponse<String> answer) {
      super(answer.statusCode() + " " + answer.body());
      status = answer.statusCode();
    }
  }

  /** No answer came. Repeat the call with the same key, or ask for the status. Never start a second payment. */
  public static final class OutcomeUnknown extends RuntimeException {
    private static final long serialVersionUID = 1L;

    OutcomeUnknown(String message) {
      super(message);
    }
  }

  private final HttpClient http = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();
  private final Map<String, String> env = System.getenv();
  private String token = "";
  private Instant tokenEnds = Instant.EPOCH;
  private JsonNode keys;
  private Instant keysEnd = Instant.EPOCH;

  /** Reuses the token until 30 seconds before it expires. */
  private synchronized String accessToken() throws IOException, InterruptedException {
    if (Instant.now().isBefore(tokenEnds)) return token;
    var realm = env.get("SLUICE_AUTH_URL") + "/realms/" + env.get("SLUICE_REALM");
    var fields =
        Map.of(
            "grant_type", "client_credentials",
            "client_id", env.get("SLUICE_CLIENT_ID"),
            "client_secret", env.get("SLUICE_CLIENT_SECRET"));
    var form =
        fields.entrySet().stream()
            .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
            .collect(Collectors.joining("&"));
    var request =
        HttpRequest.newBuilder(URI.create(realm + "/protocol/openid-connect/token"))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString(form));
    var answer = exchange(request);
    if (answer.statusCode() != 200) throw new Refused(answer);
    var grant = JSON.readTree(answer.body());
    token = grant.get("access_token").asText();
    tokenEnds = Instant.now().plusSeconds(grant.get("expires_in").asLong() - 30);
    return token;
  }

  private synchronized void dropToken() {
    tokenEnds = Instant.EPOCH;
  }

  // Requests

  public JsonNode get(String path) throws InterruptedException {
    return call("GET", path, null, "");
  }

  /** Each thing that is to happen has a key of its own; store it before you call. */
  public JsonNode post(String path, Object body, String key) throws InterruptedException {
    return call("POST", path, body, key);
  }

  /** Returns the JSON of the answer. Repeats a request without an answer, under the same idempotency key. */
  private JsonNode call(String method, String path, Object body, String key) throws InterruptedException {
    var problem = "";
    var data = body == null ? "" : JSON.valueToTree(body).toString();
    for (var attempt = 0; attempt < 3; attempt++) {
      var pause = 1L << attempt;
      try {
        var request =
            HttpRequest.newBuilder(URI.create(env.get("SLUICE_BASE_URL") + path))
                .header("Authorization", "Bearer " + accessToken())
                .method(method, BodyPublishers.ofString(data));
        if (body != null) request.header("Content-Type", "application/json").header("Idempotency-Key", key);
        var answer = exchange(request);
        var status = answer.statusCode();
        if (status < 400) return JSON.readTree(answer.body());
        var retryAfter = answer.headers().firstValueAsLong("Retry-After").orElse(0);
        problem = "HTTP " + status;
        if (retryAfter > 0) pause = retryAfter;
        if (status == 401) {
          dropToken();
          pause = 0;
        } else if (status < 500 && status != 429 && retryAfter == 0) {
          // A 409 with Retry-After means that the first request is still being processed.
          throw new Refused(answer);
        }
      } catch (IOException error) { // No connection, or no answer in time.
        problem = error.toString();
      }
      if (attempt < 2) Thread.sleep(pause * 1000);
    }
    throw new OutcomeUnknown(method + " " + path + ": " + problem);
  }

  private HttpResponse<String> exchange(HttpRequest.Builder request) throws IOException, InterruptedException {
    return http.send(request.header("User-Agent", USER_AGENT).timeout(TIMEOUT).build(), BodyHandlers.ofString());
  }

  // Seal a card

  /** Seals each field for one payment: compact JWE, ECDH-ES with A256GCM (RFC 7516, RFC 7518). */
  public Map<String, String> sealCard(String number, int month, String year, String cvv)
      throws InterruptedException, GeneralSecurityException {
    var now = Instant.now().getEpochSecond();
    var key = chooseKey(now);
    var sealed = new LinkedHashMap<String, String>();
    sealed.put("encrypted_card_number", number);
    sealed.put("encrypted_expiration_month", String.valueOf(month)); // without a leading zero
    sealed.put("encrypted_expiration_year", year);
    sealed.put("encrypted_cvv", cvv);
    for (var field : sealed.entrySet()) field.setValue(sealField(key, field.getKey(), field.getValue(), now));
    return sealed;
  }

  /** Reuses the merchant's public keys for an hour. */
  private synchronized JsonNode chooseKey(long now) throws InterruptedException {
    if (!Instant.now().isBefore(keysEnd)) {
      keys = get("/api/encryption-keys").get("keys");
      keysEnd = Instant.now().plusSeconds(3600);
    }
    for (var key : keys) {
      var isValid = key.path("nbf").asLong() <= now && now < key.path("exp").asLong();
      if (key.path("alg").asText().equals("ECDH-ES") && isValid) return key;
    }
    throw new IllegalStateException("There is no ECDH-ES key that is valid now.");
  }

  static String sealField(JsonNode key, String field, String value, long now) throws GeneralSecurityException {
    var generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"));
    var ephemeral = generator.generateKeyPair();
    var ephemeralKey = (ECPublicKey) ephemeral.getPublic();
    var point = ephemeralKey.getW();
    var header = JSON.createObjectNode();
    header.put("alg", "ECDH-ES").put("enc", "A256GCM").put("kid", key.get("kid").asText());
    header.put("typ", "pgw-field+jwe").put("fld", field).put("iat", now);
    header.putObject("epk").put("kty", "EC").put("crv", "P-256")
        .put("x", coordinate(point.getAffineX())).put("y", coordinate(point.getAffineY()));
    var protectedHeader = base64url(header.toString().getBytes(StandardCharsets.UTF_8));
    var agreement = KeyAgreement.getInstance("ECDH");
    agreement.init(ephemeral.getPrivate());
    var theirs = new ECPoint(number(key.get("x").asText()), number(key.get("y").asText()));
    var recipient = new ECPublicKeySpec(theirs, ephemeralKey.getParams());
    agreement.doPhase(KeyFactory.getInstance("EC").generatePublic(recipient), true);
    var nonce = new byte[12];
    new SecureRandom().nextBytes(nonce);
    var cipher = Cipher.getInstance("AES/GCM/NoPadding");
    var contentKey = new SecretKeySpec(contentKey(agreement.generateSecret()), "AES");
    cipher.init(Cipher.ENCRYPT_MODE, contentKey, new GCMParameterSpec(128, nonce));
    cipher.updateAAD(protectedHeader.getBytes(StandardCharsets.US_ASCII));
    var sealed = cipher.doFinal(value.getBytes(StandardCharsets.UTF_8));
    var end = sealed.length - 16;
    var ciphertext = base64url(Arrays.copyOf(sealed, end));
    var tag = base64url(Arrays.copyOfRange(sealed, end, sealed.length));
    return String.join(".", protectedHeader, "", base64url(nonce), ciphertext, tag);
  }

  /** Concat KDF, RFC 7518 section 4.6.2: one round, no party information, 256 bits. */
  private static byte[] contentKey(byte[] shared) throws GeneralSecurityException {
    var algorithm = "A256GCM".getBytes(StandardCharsets.US_ASCII);
    var input = ByteBuffer.allocate(4 + shared.length + 4 + algorithm.length + 12);
    input.putInt(1).put(shared).putInt(algorithm.length).put(algorithm).putInt(0).putInt(0).putInt(256);
    return MessageDigest.getInstance("SHA-256").digest(input.array());
  }

  /** 32 bytes: BigInteger adds a zero for the sign, and leaves out leading ones. */
  private static String coordinate(BigInteger number) {
    var bytes = number.toByteArray();
    var padded = new byte[32];
    var length = Math.min(bytes.length, 32);
    System.arraycopy(bytes, bytes.length - length, padded, 32 - length, length);
    return base64url(padded);
  }

  private static BigInteger number(String text) {
    return new BigInteger(1, Base64.getUrlDecoder().decode(text));
  }

  static String base64url(byte[] data) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(data);
  }

  static String newKey() {
    return UUID.randomUUID().toString();
  }

  // Verify a webhook

  private static final long TOLERANCE_SECONDS = 300;

  /**
   * @param body the bytes as they arrived
   * @param secrets two during a rotation
   * @return whether the message is the gateway's
   */
  public static boolean isSigned(
      String id, String timestamp, String signatures, byte[] body, List<String> secrets, Instant now)
      throws GeneralSecurityException {
    if (id == null || signatures == null || timestamp == null || !timestamp.matches("\\d{1,12}")) return false;
    if (Math.abs(now.getEpochSecond() - Long.parseLong(timestamp)) > TOLERANCE_SECONDS) return false;
    for (var secret : secrets) {
      var mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(Base64.getDecoder().decode(secret.replaceFirst("^whsec_", "")), "HmacSHA256"));
      mac.update((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
      var expected = ("v1," + Base64.getEncoder().encodeToString(mac.doFinal(body))).getBytes(StandardCharsets.UTF_8);
      for (var given : signatures.split(" ")) {
        if (MessageDigest.isEqual(expected, given.getBytes(StandardCharsets.UTF_8))) return true;
      }
    }
    return false;
  }
}
