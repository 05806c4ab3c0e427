import type { OutcomeTexts } from '../areas/outcomes.ts'

export const outcomeTexts: OutcomeTexts = {
  accepted: 'Płatność zakończona powodzeniem. Dziękujemy!',
  processing: 'Płatność jest jeszcze przetwarzana. Prosimy nie płacić ponownie.',
  declined: 'Płatność nie powiodła się. Prosimy użyć innej karty lub innego sposobu płatności.',
  insufficientFunds:
    'Brak wystarczających środków na tę płatność. Prosimy użyć innej karty lub innego sposobu płatności.',
  canceled: 'Płatność została anulowana. W każdej chwili można zacząć od nowa.',
  timeIsOver: 'Sesja wygasła. Prosimy zacząć od nowa.',
  cardExpired: 'Ta karta straciła ważność. Prosimy sprawdzić datę ważności lub użyć innej karty.',
  cardDetails: 'Dane karty nie są prawidłowe. Prosimy je sprawdzić lub użyć innej karty.',
  securityCode: 'Kod CVV/CVC nie jest prawidłowy. Prosimy sprawdzić kod na karcie.',
  methodNotOffered: 'Ten sposób płatności nie jest tu dostępny. Prosimy wybrać inny.',
  methodUnusable:
    'Tej karty lub tego sposobu płatności nie można użyć. Prosimy wybrać inny sposób lub zapytać w banku.',
  installments: 'Płatność ratalna nie jest tu możliwa. Prosimy wybrać inny sposób płatności.',
  linkInvalid: 'Ten link do płatności stracił ważność. Prosimy zwrócić się do sklepu o nowy.',
  shopCannot:
    'Sklep nie może teraz przyjąć tej płatności. To nie Państwa wina. Prosimy o kontakt ze sklepem.',
  notConfirmed:
    'Bank nie mógł potwierdzić Państwa tożsamości. Prosimy spróbować ponownie lub użyć innej karty.',
  confirmationUnavailable:
    'Bank nie może teraz potwierdzać płatności. Prosimy spróbować później lub użyć innej karty.',
  notAccepted: 'Tej płatności nie można przyjąć. W razie pytań prosimy o kontakt ze sklepem.',
}
