module lantern.example/shop

go 1.19
