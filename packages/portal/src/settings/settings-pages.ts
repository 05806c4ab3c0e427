/** The pages of settings, in one piece of the program. */
import './client-keys-page.ts'
import './credentials-page.ts'
import './look-page.ts'
import './rules-page.ts'
import './terminals-page.ts'
import './webhook-hosts-page.ts'
