import { adoptDesign } from './design/design.ts'
import './app/portal-shell.ts'

adoptDesign(document)
