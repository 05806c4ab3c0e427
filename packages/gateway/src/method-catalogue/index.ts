export { arrangeMethods } from './arrange-methods.ts'
export {
  type DescribedMethod,
  describeMethod,
  findMethodRules,
  limitsOfSettings,
  type MethodRules,
} from './describe-method.ts'
export { existsIn, isKnownIn, limitsIn } from './fits.ts'
export type { AmountLimits, LimitsByCurrency, MethodSettings, SettingsByMethod } from './method-settings.ts'
