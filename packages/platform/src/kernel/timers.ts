export { type Timers, withDeadline } from '@sluice/shared/timers'
