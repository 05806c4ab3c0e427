/** The pages of operators, in one piece of the program. */
import './accounts-page.ts'
import './audit-page.ts'
import './decisions-page.ts'
import './events-page.ts'
import './merchant-page.ts'
import './merchants-page.ts'
import './service-page.ts'
