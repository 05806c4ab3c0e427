/**
 * For a merchant's own tests: the real gateway in process, test cards and requests, and a search for card data.
 *
 * Mocks are `@sluice/server-sdk/testing/msw`, hands for browsers `@sluice/server-sdk/testing/playwright` and
 * `@sluice/server-sdk/testing/cypress`.
 *
 * @module
 */
export { type CardDataFinding, type CardDataSearch, expectNoCardData, findCardData } from './card-data.ts'
export { type PageCustomer, payOnPage } from './pay-on-page.ts'
export { SAMPLE_BROWSER, sampleAuthorize, type SampleOrder, sampleSession } from './sample-requests.ts'
export { TEST_CARDS } from './test-cards.ts'
export {
  createTestGateway,
  type TestGateway,
  type TestGatewayAddresses,
  type TestGatewayOptions,
} from './test-gateway.ts'
export { startGateway, type StartedGateway, type StartGatewayOptions } from './start-gateway.ts'
export type { Merchant, TestMerchant } from './test-merchant.ts'
export type { ReceivedWebhook, WebhookSink } from './webhook-sink.ts'
