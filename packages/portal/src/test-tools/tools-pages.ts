/** The pages of developers, in one piece of the program. */
import '../design/design-page.ts'
import '../errors/errors-page.ts'
import './test-tools-page.ts'
