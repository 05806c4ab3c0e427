import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Executors;

/** Receives webhooks at PORT. Your web framework takes the place of HttpServer; read the raw body there, too. */
public final class Webhook {
  private static final List<String> SECRETS = List.of(System.getenv("SLUICE_WEBHOOK_SECRET").split(" "));
  private static final int BODY_MAX_BYTES = 1_000_000;

  public static void main(String[] words) throws IOException {
    var port = Integer.parseInt(System.getenv("PORT"));
    var server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
    server.setExecutor(Executors.newFixedThreadPool(4));
    server.createContext("/", Webhook::receive);
    server.start();
  }

  private static void receive(HttpExchange exchange) throws IOException {
    try (exchange) {
      var headers = exchange.getRequestHeaders();
      var id = headers.getFirst("webhook-id");
      var body = exchange.getRequestBody().readNBytes(BODY_MAX_BYTES);
      var signatures = headers.getFirst("webhook-signature");
      var sentAt = headers.getFirst("webhook-timestamp");
      if (!Sluice.isSigned(id, sentAt, signatures, body, SECRETS, Instant.now())) {
        exchange.sendResponseHeaders(400, -1);
        return;
      }
      // Store webhook-id in the same transaction as your change: a message may arrive twice. Then answer 2xx within 15 seconds.
      var event = Sluice.JSON.readTree(body);
      var summary = Sluice.JSON.createObjectNode().put("id", id);
      summary.set("event", event.get("event"));
      for (var name : List.of("reference", "status", "amount")) {
        summary.set(name, event.path("payload").get(name));
      }
      System.out.println(summary);
      exchange.sendResponseHeaders(204, -1);
    } catch (GeneralSecurityException error) {
      throw new IllegalStateException(error);
    }
  }
}
