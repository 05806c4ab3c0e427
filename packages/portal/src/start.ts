import { Portal } from './app/portal.ts'

const root = document.querySelector<HTMLElement>('sluice-portal')
if (root) void new Portal(root).start()
