/** The pages of customers, checkout sessions and payment links, in one piece of the program. */
import '../checkout-sessions/checkout-sessions-page.ts'
import '../payment-links/payment-links-page.ts'
import './customer-page.ts'
import './customers-page.ts'
