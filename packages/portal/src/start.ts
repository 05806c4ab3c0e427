import { Portal } from './app/portal.ts'
import { adoptDesign } from './design/design.ts'

adoptDesign(document)

const root = document.querySelector<HTMLElement>('sluice-portal')
if (root) void new Portal(root).start()
