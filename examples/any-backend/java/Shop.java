import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/** What a shop's server does: {@code java Shop page|session|card|status|refund}. Each command prints JSON. */
public final class Shop {
  private static final String RETURN_URL = "https://shop.example/orders/done";
  private final Sluice sluice = new Sluice();

  /** Store the order before you send it. The amount is in minor units: 2499 is 24.99. */
  record Order(String terminalId, String reference, long amount, String currency) {
    static Order of(String reference) {
      return new Order(System.getenv("SLUICE_TERMINAL_ID"), reference, 2499, "EUR");
    }

    ObjectNode toJson() {
      return Sluice.JSON.createObjectNode()
          .put("terminal_id", terminalId)
          .put("reference", reference)
          .put("amount", amount)
          .put("currency", currency);
    }

    boolean isOf(JsonNode payment) {
      return payment.path("terminal_id").asText().equals(terminalId)
          && payment.path("reference").asText().equals(reference)
          && payment.path("amount").asLong() == amount
          && payment.path("currency").asText().equals(currency);
    }
  }

  // Take a payment on the payment page

  /** Answer the customer with 303 to redirect_url, and store session_id with the order. */
  JsonNode createPage(Order order) throws Exception {
    var page = order.toJson().put("transaction_type", "PURCHASE").put("return_url", RETURN_URL);
    return sluice.post("/api/hosted-payment-page", page, Sluice.newKey());
  }

  // Create a session for card fields

  /** Render id into the page with the card fields, and store it with the order. */
  JsonNode createSession(Order order) throws Exception {
    var session =
        order.toJson()
            .put("description", "Harbour lantern")
            .put("transaction_type", "PURCHASE")
            .put("return_url", RETURN_URL);
    return sluice.post("/api/sessions", session, Sluice.newKey());
  }

  // Ask whether it is paid

  /** Asks by the id of a session or a transaction. The id came through a browser, so compare with the order. */
  ObjectNode findPayment(Order order, String id) throws Exception {
    var answer = Sluice.JSON.createObjectNode();
    try {
      var path = "/api/transactions/" + URLEncoder.encode(id, StandardCharsets.UTF_8) + "/status";
      var payment = sluice.get(path).get("transaction");
      var isSale = List.of("PURCHASE", "PAYMENT").contains(payment.path("transaction_type").asText());
      var status = payment.path("status").asText();
      return answer
          .put("paid", status.equals("APPROVED") && order.isOf(payment) && isSale)
          .put("status", status)
          .put("transaction_id", payment.path("id").asText());
    } catch (Sluice.Refused refusal) {
      if (refusal.status != 404) throw refusal;
      return answer.put("paid", false).put("status", "NOT_PAID_YET");
    }
  }

  // Refund

  /** Store the key with the refund before you send it: however often you repeat the call, money moves once. */
  JsonNode refund(Order order, String transactionId, long amount, String key) throws Exception {
    var request =
        order.toJson()
            .put("parent_transaction_id", transactionId)
            .put("transaction_type", "REFUND")
            .put("amount", amount);
    return sluice.post("/api/transactions/manage", request, key);
  }

  // Take a card on your own server

  /** A decline is an answer, not an exception: branch on processing_code. */
  ObjectNode payByCard(Order order, String number) throws Exception {
    var payment =
        order.toJson()
            .put("transaction_type", "PURCHASE")
            .put("return_url", RETURN_URL)
            .put("customer_ip", "203.0.113.7"); // the customer's
    var card = Map.of("type", "card", "data", sluice.sealCard(number, 12, "2040", "123"));
    payment.putPOJO("payment_method", card);
    payment
        .putObject("browser_info") // from the customer's browser
        .put("user_agent", "Mozilla/5.0")
        .put("accept_header", "text/html")
        .put("java_enabled", false)
        .put("color_depth", 24)
        .put("screen_height", 900)
        .put("screen_width", 1440)
        .put("time_zone_offset", -60)
        .put("language", "en-GB");
    return nextStep(sluice.post("/api/transactions/authorize", payment, Sluice.newKey()));
  }

  // 3-D Secure by redirect

  /** What to answer the customer's browser: a redirect, a form that it posts, or the result. */
  ObjectNode nextStep(JsonNode envelope) throws Exception {
    while (envelope.path("action").path("type").asText().equals("THREE_DS_2_FINGERPRINT")) {
      var action = envelope.get("action");
      var id = readToken(action).get("three_ds_server_trans_id").asText();
      // N: this shop skips the fingerprint, so banks challenge more often.
      var indicator = "{\"threeDSCompInd\":\"N\"}".getBytes(StandardCharsets.UTF_8);
      var answer =
          Map.of(
              "fingerprint_result", Base64.getEncoder().encodeToString(indicator),
              "payment_data", action.get("payment_data").asText());
      var path = "/api/transactions/three-ds/" + id + "/request-authentication";
      envelope = sluice.post(path, answer, Sluice.newKey());
    }
    var step = Sluice.JSON.createObjectNode();
    var action = envelope.path("action");
    var redirect = envelope.path("redirect");
    var form = envelope.path("form_submit");
    if (action.isObject()) {
      step.set("transaction_id", action.get("transaction_id"));
      return step.set("form", challengeForm(readToken(action)));
    }
    if (redirect.isObject()) {
      step.set("transaction_id", redirect.get("transaction_id"));
      return step.set("redirect", redirect.get("url"));
    }
    if (form.isObject()) {
      step.set("transaction_id", form.get("transaction_id"));
      step.putObject("form").setAll(Map.of("url", form.get("url"), "fields", form.get("data")));
      return step;
    }
    var result = envelope.get("result");
    return step.setAll(
        Map.of(
            "transaction_id", result.get("id"),
            "status", result.get("status"),
            "processing_code", result.get("processing_code")));
  }

  /** The browser posts this to the bank. The gateway finishes the payment and leads to return_url. */
  static ObjectNode challengeForm(JsonNode token) {
    var request = Sluice.JSON.createObjectNode();
    request.set("threeDSServerTransID", token.get("three_ds_server_trans_id"));
    request.set("acsTransID", token.get("acs_trans_id"));
    request.set("messageVersion", token.get("message_version"));
    request.put("messageType", "CReq").put("challengeWindowSize", "05"); // the full page
    var form = Sluice.JSON.createObjectNode();
    form.set("url", token.get("acs_url"));
    var creq = Sluice.base64url(request.toString().getBytes(StandardCharsets.UTF_8));
    form.putObject("fields").put("creq", creq);
    return form;
  }

  static JsonNode readToken(JsonNode action) throws Exception {
    return Sluice.JSON.readTree(Base64.getDecoder().decode(action.get("token").asText()));
  }

  // Commands

  JsonNode run(List<String> words) throws Exception {
    var command = words.isEmpty() ? "" : words.get(0);
    var bought = Order.of("order-" + Sluice.newKey().replace("-", ""));
    var answer = Sluice.JSON.createObjectNode().put("reference", bought.reference());
    if (command.equals("page")) return answer.setAll((ObjectNode) createPage(bought));
    if (command.equals("session")) return createSession(bought);
    if (command.equals("card")) {
      var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
      return answer.setAll(payByCard(bought, input.readLine().trim()));
    }
    if (command.equals("status")) return findPayment(Order.of(words.get(1)), words.get(2));
    if (command.equals("refund"))
      return refund(Order.of(words.get(1)), words.get(2), Long.parseLong(words.get(3)), words.get(4));
    throw new IllegalArgumentException(
        "page | session | card | status REFERENCE ID | refund REFERENCE TRANSACTION_ID AMOUNT KEY");
  }

  public static void main(String[] words) throws Exception {
    System.out.println(new Shop().run(List.of(words)));
  }
}
