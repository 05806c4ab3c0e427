/** All pages of the portal, for tests that open one at once. */
import '../customers/selling-pages.ts'
import '../operator/operator-pages.ts'
import '../overview/overview-page.ts'
import '../payments/payment-page.ts'
import '../settings/settings-pages.ts'
import '../test-tools/tools-pages.ts'
import '../users/people-pages.ts'
import '../webhooks/webhooks-pages.ts'
