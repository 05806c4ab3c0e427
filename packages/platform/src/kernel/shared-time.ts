import type { Clock } from './clock.ts'

/**
 * How far the machine may differ from the shared time before that takes its place: the other clock is read over a round trip of two
 * seconds at most, so less may be the error of the reading.
 */
const AGREES_MS = 1_000

/** A time that processes share, though their machines' clocks differ. */
export interface SharedTime {
  readonly clock: Clock
  /** Takes over what the shared clock said. @param steadyMs - when, by the steady clock of this machine. */
  hear(sharedMs: number, steadyMs: number): void
}

/**
 * Makes a clock that is the machine's while that agrees with the shared one, and else goes on from what the shared one said last:
 * neither a machine that is minutes off nor one whose clock is set while it works ends anything early.
 *
 * @param machine - may be wrong, and may jump.
 * @param steady - never jumps; what it says is not a date.
 */
export function createSharedTime(machine: Clock, steady: Clock): SharedTime {
  let heard: { readonly sharedMs: number; readonly steadyMs: number } | null = null
  return {
    clock: {
      now() {
        const ownMs = machine.now()
        if (heard === null) return ownMs
        const sharedMs = heard.sharedMs + steady.now() - heard.steadyMs
        return Math.abs(ownMs - sharedMs) <= AGREES_MS ? ownMs : Math.round(sharedMs)
      },
    },
    hear(sharedMs, steadyMs) {
      heard = { sharedMs, steadyMs }
    },
  }
}
