!macro customInstall
  WriteRegStr SHELL_CONTEXT "Software\Classes\Enamel.csv" "" "CSV file"
  WriteRegStr SHELL_CONTEXT "Software\Classes\Enamel.csv\shell\open\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"'
  WriteRegStr SHELL_CONTEXT "Software\Classes\.csv\OpenWithProgids" "Enamel.csv" ""
!macroend
!macro customUnInstall
  DeleteRegKey SHELL_CONTEXT "Software\Classes\Enamel.csv"
  DeleteRegValue SHELL_CONTEXT "Software\Classes\.csv\OpenWithProgids" "Enamel.csv"
!macroend
