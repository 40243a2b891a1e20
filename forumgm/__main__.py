from forumgm.cli import main

main()
