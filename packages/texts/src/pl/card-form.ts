import type { CustomerTexts, FailureTexts, FormTexts, PaymentTexts } from '../areas/card-form.ts'

export const formTexts: FormTexts = {
  cardForm: 'Dane karty',
  labels: {
    number: 'Numer karty',
    expiry: 'Ważna do (MM/RR)',
    cvv: 'Kod CVV/CVC',
    holderName: 'Imię i nazwisko na karcie',
    holderEmail: 'Adres e-mail',
  },
  placeholders: { number: '1234 1234 1234 1234', expiry: 'MM / RR', cvv: 'CVV' },
  optional: 'nieobowiązkowe',
  expires: 'Ważna do',
  expired: 'Nieważna od',
  errors: {
    number_required: 'Proszę podać numer karty.',
    number_incomplete: 'Numer karty jest za krótki.',
    number_invalid: 'Proszę sprawdzić numer karty.',
    brand_not_accepted: 'Ten rodzaj karty nie jest przyjmowany.',
    expiry_required: 'Proszę podać datę ważności.',
    expiry_incomplete: 'Proszę podać MM / RR, np. 05 / 30.',
    expiry_month_invalid: 'Proszę podać miesiąc od 01 do 12.',
    expiry_past: 'Karta straciła ważność.',
    cvv_required: 'Proszę podać kod CVV/CVC.',
    cvv_incomplete: 'Kod CVV/CVC jest za krótki.',
    cvv_invalid: 'Proszę sprawdzić kod CVV/CVC.',
    holder_name_required: 'Proszę podać imię i nazwisko jak na karcie.',
    holder_name_invalid: 'Proszę podać imię i nazwisko, a nie numer karty.',
    holder_email_required: 'Proszę podać adres e-mail.',
    holder_email_invalid: 'Proszę podać adres e-mail, np. imie@example.com.',
  },
  saveCard: 'Zapisz kartę na potrzeby przyszłych zakupów',
  checkFields: 'Proszę sprawdzić zaznaczone pola',
  offline: 'Brak połączenia z internetem. Wpisane dane są zachowane.',
  stillWorking: 'Płatność nadal trwa. Proszę nie płacić ponownie i nie zamykać tej strony.',
}

export const failureTexts: FailureTexts = {
  network_error:
    'Nie można połączyć się z usługą płatniczą. Proszę sprawdzić połączenie i spróbować ponownie.',
  outcome_unknown: 'Nie udało się potwierdzić płatności. Przed kolejną płatnością proszę zapytać w sklepie.',
  session_not_found: 'Ta płatność nie jest już dostępna. Proszę zacząć od nowa w sklepie.',
  session_expired: 'Sesja wygasła. Proszę zacząć od nowa w sklepie.',
  session_finished: 'Ta płatność jest zakończona. Przed kolejną płatnością proszę zapytać w sklepie.',
  payment_in_progress: 'Płatność jest jeszcze przetwarzana. Proszę czekać.',
  amount_changed:
    'Zamówienie się zmieniło. Kwota do zapłaty to teraz {amount}. Proszę ją sprawdzić i zapłacić ponownie.',
  request_refused: 'Nie udało się rozpocząć płatności. Proszę sprawdzić podane dane.',
  too_many_requests: 'Zbyt wiele prób. Proszę odczekać minutę i spróbować ponownie.',
  service_unavailable: 'Usługa płatnicza jest chwilowo niedostępna. Proszę spróbować ponownie za chwilę.',
  insecure_context: 'Płatność kartą wymaga bezpiecznego połączenia (https).',
}

export const paymentTexts: PaymentTexts = {
  bankPage: 'Strona Państwa banku',
  waiting: 'Chwileczkę…',
  challengeTitle: 'Potwierdzenie w banku',
  close: 'Zamknij',
  closesSoon: 'Na potwierdzenie pozostały dwie minuty.',
  cancelQuestion: 'Anulować tę płatność?',
  cancelExplanation: 'Bank jeszcze jej nie potwierdził.',
  cancelPayment: 'Anuluj płatność',
  continuePayment: 'Kontynuuj płatność',
  stillWorking: 'Płatność nadal trwa. Proszę nie płacić ponownie i nie zamykać tej strony.',
  problems: 'Problemy z tą stroną?',
  bankIsSlow: 'Strona banku ładuje się powoli.',
  connectionLost: 'Brak połączenia z internetem.',
  connectionBack: 'Połączenie wróciło.',
  bankIsLost: 'Nie udało się załadować strony banku.',
  reloadBank: 'Załaduj stronę banku ponownie',
  cancel: 'Anuluj',
  inProgress: 'Płatność w toku',
  elsewhere: 'Płatność jeszcze trwa. Proszę ją potwierdzić tam, gdzie się zaczęła, lub anulować.',
  serviceIsSilent: 'Usługa płatnicza nie odpowiada. Proszę spróbować ponownie.',
  notCanceled: 'Nie udało się anulować płatności; nadal trwa.',
}

export const customerTexts: CustomerTexts = {
  members: {
    firstName: 'Imię',
    lastName: 'Nazwisko',
    address: 'Adres',
    city: 'Miejscowość',
    postalCode: 'Kod pocztowy',
    country: 'Kraj',
    phone: 'Telefon',
    email: 'Adres e-mail',
  },
  rules: {
    phone: 'proszę zacząć od + i numeru kierunkowego kraju, np. +38761234567.',
    email: 'proszę podać adres taki jak imie@example.com.',
    country: 'proszę podać dwie litery, np. BA.',
    other: 'dane nie zostały przyjęte. Proszę je skrócić lub pominąć znaki specjalne.',
  },
}
