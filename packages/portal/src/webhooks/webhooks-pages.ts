/** The pages of webhooks, in one piece of the program. */
import './delivery-page.ts'
import './webhooks-page.ts'
