import type { MethodTexts } from '../areas/methods.ts'

export const methodTexts: MethodTexts = {
  language: 'pl-PL',
  methodList: 'Inne sposoby płatności',
  kinds: {
    bank: 'Przez bank',
    wallet: 'Portfel',
    app: 'Aplikacja',
    cash: 'Gotówka lub voucher',
  },
  search: 'Szukaj sposobu płatności',
  found: 'Znalezione sposoby płatności: {count}',
  notFound:
    'Nic nie znaleziono. Proszę sprawdzić pisownię lub wyczyścić wyszukiwanie, aby zobaczyć wszystkie sposoby płatności.',
  ended: 'Sposób płatności {name} już nie istnieje.',
  instead: 'Zamiast tego można wybrać: {names}.',
  more: 'Więcej sposobów płatności',
  labels: {
    email: 'Adres e-mail',
    first_name: 'Imię',
    last_name: 'Nazwisko',
    blik_code: 'Kod BLIK',
  },
  optional: 'nieobowiązkowe',
  blikHint: 'Sześć cyfr z aplikacji banku. Można je też podać na następnej stronie.',
  errors: {
    email_required: 'Proszę podać adres e-mail.',
    email_invalid: 'Proszę podać adres e-mail, np. imie@example.com.',
    first_name_required: 'Proszę podać imię.',
    last_name_required: 'Proszę podać nazwisko.',
    blik_code_invalid: 'Proszę podać sześciocyfrowy kod z aplikacji banku.',
    blik_code_refused: 'Kod nie został zaakceptowany. Proszę wygenerować nowy w aplikacji banku.',
  },
  change: 'Zmień',
  confirmNext: 'Płatność potwierdza się na następnej stronie.',
  proceed: 'Dalej',
  working: 'Chwileczkę…',
  stillWorking: 'Płatność nadal trwa. Proszę nie płacić ponownie i nie zamykać tej strony.',
  awayTitle: 'Płatność jest otwarta na innej stronie.',
  awayProceed: 'Powrót do tej strony',
  awayCancel: 'Anuluj płatność',
  nothingOffered: 'Tutaj nie ma innego sposobu płatności.',
  noWallet: 'Płatność portfelem jest teraz niemożliwa.',
  payWith: 'Zapłać z',
  wallet: {
    popup_blocked:
      'Przeglądarka zablokowała okno portfela. Proszę zezwolić tej stronie na wyskakujące okna i spróbować ponownie.',
    wallet_failed: 'Wystąpił błąd w portfelu. Proszę spróbować ponownie lub wybrać inny sposób płatności.',
  },
}
