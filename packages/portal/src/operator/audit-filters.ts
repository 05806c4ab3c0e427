import { DAY_FILTERS, DAY_GROUP } from '../filters/day-filters.ts'
import type { Choice, Filter, FilterList } from '../filters/filter-list.ts'
import { AUDIT_ACTIONS } from '../texts/audit-texts.ts'
import { FILTER_TEXTS } from '../texts/filter-texts.ts'
import { OPERATOR_TEXTS } from '../texts/operator-texts.ts'

const { audit: texts } = OPERATOR_TEXTS

const ACTION_CHOICES: readonly Choice[] = Object.entries(AUDIT_ACTIONS).map(([value, label]) => ({
  value,
  label,
}))

/** Choices that are loaded: null where that failed, and absent for a person who may not list them. */
type Loaded = readonly Choice[] | null | undefined

export interface AuditChoices {
  readonly merchants: Loaded
  /** The users of the chosen merchant; empty while none is chosen. */
  readonly people: Loaded
  /** The name of a merchant or a person; null where it is unknown. */
  readonly nameOf: (id: string) => string | null
}

/** Returns the filters of the audit trail. Merchants and people have no field if the person may not list them. */
export function auditFilters({ merchants, people, nameOf }: AuditChoices): FilterList {
  const format = (id: string) => nameOf(id) ?? id
  const who = [
    ...(merchants === undefined ? [] : ['merchant_id']),
    ...(people === undefined ? [] : ['user_id']),
  ]
  return {
    path: '/audit',
    title: texts.filterTitle,
    filters: {
      action: { label: texts.action, choices: ACTION_CHOICES },
      merchant_id: { label: texts.merchant, ...chosenFrom(merchants), format },
      user_id: {
        label: texts.person,
        hint: texts.personHint,
        ...chosenFrom(people),
        within: 'merchant_id',
        format,
      },
      subject: { label: texts.subject, hint: texts.subjectHint, format },
      ...DAY_FILTERS,
    },
    groups: [
      { name: texts.filterEntry, fields: ['action', 'subject'] },
      ...(who.length === 0 ? [] : [{ name: texts.filterWho, fields: who }]),
      DAY_GROUP,
    ],
  }
}

function chosenFrom(loaded: Loaded): Pick<Filter, 'choices' | 'hint'> {
  return { choices: loaded ?? [], ...(loaded === null && { hint: FILTER_TEXTS.notLoaded }) }
}
