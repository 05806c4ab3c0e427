import { chromium, type Browser } from '@playwright/test'

/** Debian's Chromium in a container: no sandbox of its own, and no talk to anybody. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['SLUICE_CHROMIUM'] ?? '/usr/bin/chromium',
    args: ARGUMENTS,
  })
}
