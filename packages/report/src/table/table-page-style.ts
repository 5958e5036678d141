/** The looks of a page with a table: light, dark, on paper; numbers of one width, marks told apart without colour, too. */
export const tablePageStyle = `:root{color-scheme:light dark;--ink:#1b1f24;--soft:#5a626b;--line:#dcd8d0;--bg:#fff;--a:#3f63d8;--p:#f6d5d2;--s:#e4e8f5;--band:#8a4b00;--ok:#0b6b4d}
@media screen and (prefers-color-scheme:dark){:root{--ink:#e9e7e3;--soft:#a3abb3;--line:#343a40;--bg:#15181b;--a:#8ca3ff;--p:#5a2a27;--s:#2b3350;--band:#ffc987;--ok:#86e0bb}}
*{box-sizing:border-box}body{margin:0 auto;max-width:270mm;padding:10mm 6mm;background:var(--bg);color:var(--ink);font:10.5pt/1.45 Inter,system-ui,sans-serif;font-feature-settings:"tnum"}
h1{font-size:20pt;line-height:1.15;letter-spacing:-.015em;margin:0}h2{font-size:13pt;margin:8mm 0 2mm}p{margin:.35em 0}.soft,footer{color:var(--soft)}footer{font-size:8.8pt;margin-top:8mm}
.band{border:1.5pt dashed var(--band);color:var(--band);padding:1.2mm 3mm;font-weight:600;margin-bottom:6mm}.band.public{border-style:solid;border-color:var(--ok);color:var(--ok)}
.verdict{font-size:13pt;line-height:1.4;margin:5mm 0;padding-left:4mm;border-left:3pt solid var(--a)}
.scroll{overflow-x:auto;margin:4mm 0}table{border-collapse:collapse;font-size:9.5pt}caption{text-align:left;font-weight:600;padding-bottom:1mm}td,th{border-bottom:.5pt solid var(--line);padding:.9mm 2.4mm;text-align:left;vertical-align:top;font-weight:400}thead th{color:var(--soft);font-weight:500;vertical-align:bottom}.over{text-align:center}.n{text-align:right;white-space:nowrap}.total{font-weight:600}
.d1{padding-left:7mm}.d2{padding-left:11mm}.d3{padding-left:15mm}.d4{padding-left:19mm}.d5{padding-left:23mm}.d6{padding-left:27mm}.d7{padding-left:31mm}.d8{padding-left:35mm}
td.primary{background:var(--p);font-weight:600}td.secondary,td.suppressed{background:var(--s)}
.legend{display:flex;flex-wrap:wrap;gap:1mm 8mm;margin:3mm 0;font-size:9.5pt}.legend div{display:flex;gap:2mm}dt{font-weight:600}dd{margin:0;color:var(--soft)}
figure{margin:0}figure svg{max-width:100%;height:auto}section{break-inside:avoid-page}.page{break-before:page}@page{size:A4 landscape;margin:12mm}@media print{body{padding:0;max-width:none}.scroll{overflow:visible}thead{display:table-header-group}tr{break-inside:avoid}td.primary,td.secondary,td.suppressed{print-color-adjust:exact;-webkit-print-color-adjust:exact}}`
